/** The thread that draws tiles of pictures, one after the other. */
import { workOnMany } from '../../runtime/standing-work.server.ts'
import { drawTile } from './picture.server.ts'

workOnMany(drawTile)
