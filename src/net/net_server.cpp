#include "net/net_server.h"
