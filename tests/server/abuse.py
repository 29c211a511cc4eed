"""Cases: rules that mean harm."""

def hostile_rules(settings):
    """Rules that loop or eat memory are stopped, and other tables notice little."""
    raise NotImplementedError
