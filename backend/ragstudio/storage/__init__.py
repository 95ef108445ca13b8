"""Everything that touches MongoDB: the client, the embedded server, repositories, GridFS."""
