/** Worker thread that reads one workbook: what a sheet unpacks to is held here, within limits, and never by the thread that answers people. */
import { workOn } from '../thread-work.server.ts'
import { readSheet, type ReadTask } from './reader.server.ts'

await workOn((task: ReadTask) => readSheet(task.path, task.limits))
