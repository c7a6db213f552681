"""Games for agents: an MCP server (Model Context Protocol) at `/mcp`, streamable HTTP without sessions."""
