"""The MCP server (Model Context Protocol) at `/mcp`: streamable HTTP without sessions."""
