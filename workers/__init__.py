"""Work behind the API: bot turns, clocks, actions that answer later."""
