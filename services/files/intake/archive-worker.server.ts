/** Worker thread that reads one archive through. */
import { workOn } from '../../../runtime/thread-work.server.ts'
import { readArchiveThrough } from './archive.server.ts'

await workOn(readArchiveThrough)
