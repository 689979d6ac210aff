/** Worker thread that reads what a service says of itself. */
import { workOn } from '../../runtime/thread-work.server.ts'
import { layersOfXml } from './capabilities.ts'

await workOn(async (xml: string) => {
  try {
    return layersOfXml(xml)
  } catch {
    return undefined
  }
})
