"""How bot seats decide: the policy, and full states that fit a view."""
