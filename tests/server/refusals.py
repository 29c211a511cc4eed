"""Cases: what is refused."""

def refused(settings):
    raise NotImplementedError

def secrets_kept(settings):
    raise NotImplementedError
