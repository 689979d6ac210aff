import { previewAnswering } from './answering.web.ts'
import { sheetsOf } from './sheets.web.ts'

previewAnswering((bytes) => sheetsOf(new Uint8Array(bytes)))
