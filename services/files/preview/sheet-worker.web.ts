import { answering } from './answering.web.ts'
import { sheetsOf } from './sheets.web.ts'

answering((bytes) => sheetsOf(new Uint8Array(bytes)))
