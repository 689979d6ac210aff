import type { SentRow } from '../../../kit/server/route.server.ts'
import type { business } from './business.ts'

/** A case as a person sends it: its fields, its form, and for a new one the draft that it was typed in. */
export type SentCase = SentRow<typeof business> & { readonly form?: unknown; readonly draftId?: unknown }
