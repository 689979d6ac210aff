/** Worker thread that reads one picture, or draws one part of the ground. */
import { workOn } from '../../runtime/thread-work.server.ts'
import { drawPart, readPicture, type PictureWork } from './picture.server.ts'

await workOn((task: PictureWork) => (task.do === 'read' ? readPicture(task) : drawPart(task)) as Promise<unknown>)
