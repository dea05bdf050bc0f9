/** The permission file that `baton tunnel init` writes. It allows only get_status, and shows one example of each kind. */
export const permissionTemplate = `# What others can do on this machine through Baton.
# Only what you write here is possible. Baton can't widen it. "baton tunnel" applies changes immediately.
#
# Each permission has a mode:
#   allow   runs immediately
#   ask     waits until you agree, in the terminal or in the dashboard (the default)
#   reject  never runs

# Only these can request anything. They can always see whether the machine is idle (get_status).
requesters:
  me: true
  my-agents: false
  people: [] # email addresses or usernames

# Folders. Paths outside the folder, also through links, can't be reached.
# folders:
#   shop:
#     path: ~/code/shop
#     read: allow
#     write: ask

# Commands. They run without a shell. A parameter fills exactly one argument.
# commands:
#   build:
#     description: Build the shop
#     folder: shop
#     program: npm
#     arguments: [run, build, --, "{page}"]
#     parameters:
#       page: { type: string, pattern: "[a-z-]+", required: false }
#     environment: { NODE_ENV: production }
#     mode: ask
#     timeout: 10m

# Test suites. They are written like commands.
# tests:
#   unit:
#     folder: shop
#     program: npm
#     arguments: [test]
#     mode: allow

# MCP servers: a program that speaks MCP on its standard input and output, or a URL.
# mcp-servers:
#   browser:
#     description: A browser on this machine
#     program: npx
#     arguments: ["@playwright/mcp"]
#   notes:
#     url: http://localhost:3001/mcp
#     mode: ask

# Folders that "baton sync init" connected. The request runs "baton sync" there.
# sync:
#   shop-work:
#     folder: ~/notes/shop
#     mode: allow
`
