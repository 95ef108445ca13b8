"""Which methods a path takes, over all routes that share it."""

from fastapi import FastAPI
from fastapi.routing import APIRoute, APIRouter


def list_allowed_methods(app: FastAPI, path: str) -> list[str]:
    """The methods of every API route that matches `path`, in order; empty where none does."""
    routers: list[APIRouter] = getattr(app.state, "routers", [])
    methods = {
        method
        for router in routers
        for route in router.routes
        if isinstance(route, APIRoute) and route.path_regex.match(path)
        for method in route.methods or ()
    }
    if not methods:
        return []
    if "GET" in methods and not path.endswith("/events"):
        methods.add("HEAD")
    return sorted(methods | {"OPTIONS"})
