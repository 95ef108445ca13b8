"""The engine on MongoDB Atlas Search."""
