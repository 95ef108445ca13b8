"""What the command line's commands do: call the API, show its answers, run the processes."""
