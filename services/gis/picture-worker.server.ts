/** Worker thread that reads one picture, or draws one tile of it. */
import { workOn } from '../../runtime/thread-work.server.ts'
import { drawTile, readPicture, type PictureWork } from './picture.server.ts'

await workOn((task: PictureWork) => (task.do === 'read' ? readPicture(task) : drawTile(task)) as Promise<unknown>)
