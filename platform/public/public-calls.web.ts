/** Who calls from a public page is nobody here: no session is sent along, and the page tells refusals itself. */
export const NOBODY = { anonymous: true, quiet: true }
