/** Builds the web application when any source is newer than the build. */
export function buildWeb(node: string): void
