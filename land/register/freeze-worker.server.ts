/** The thread in which a job has contents of books made: for each batch it is sent what was read of the books as one text, and answers their editions. */

import { parentPort } from 'node:worker_threads'
import { frozenOf, type Piece } from './frozen.server.ts'

const port = parentPort!
port.on('message', ({ county, pieces }: { county: string; pieces: string }) => port.postMessage(frozenOf(county, JSON.parse(pieces) as Piece[])))
