/** Worker thread that reads the paragraphs of one Word file. */
import { workOn } from '../../runtime/thread-work.server.ts'
import { readParagraphs } from './docx-read.server.ts'

await workOn(({ bytes }: { bytes: Uint8Array }) => readParagraphs(Buffer.from(bytes)))
