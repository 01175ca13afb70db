"""The Python face, thin like the command line, for notebooks and scripts. `import bauta` offers its names."""
