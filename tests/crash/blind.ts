/** Nothing is looked at before the server uses the database: what the server holds in memory is its own. Runs inside the server program. */
import type { View } from './words.ts'

export const view: View = async () => null
