/** Worker thread that fills one Word file. */
import { workOn } from '../../runtime/thread-work.server.ts'
import { fillDocx } from './docx-fill.server.ts'
import type { PlaceholderValues } from './values.ts'

await workOn(({ bytes, values }: { bytes: Uint8Array; values: PlaceholderValues }) => fillDocx(Buffer.from(bytes), values))
