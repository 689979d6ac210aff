/** What the server's Node is told. */
export const NODE_FLAGS: readonly string[]
