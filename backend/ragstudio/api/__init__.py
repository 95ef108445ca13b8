"""The HTTP door: FastAPI routes over the studio, with no logic of their own."""
