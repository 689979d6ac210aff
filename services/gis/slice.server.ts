import type { Slice } from '../../kit/server/route.server.ts'
import { gis_layer, gis_service } from './gis.ts'
import { image_config, image_log } from './image.ts'
import { imageConfigRoutes, imageLogRoutes } from './images.server.ts'
import { layerRoutes } from './layers.server.ts'
import { pictureRoutes, type PictureParts } from './pictures.server.ts'
import { proxyRoutes, type AskParts } from './proxy.server.ts'
import { serviceRoutes, type GisParts } from './services.server.ts'

/** Services of other offices, layers of the map and pictures from above. Source: land-contract.md 7; screens.md G2, G3. */
export const gisSlice = (p: GisParts & AskParts & PictureParts): Slice => ({
  name: 'gis',
  resources: [gis_service, image_config, image_log, gis_layer],
  routes: [...serviceRoutes(p), ...layerRoutes(), ...imageConfigRoutes(), ...imageLogRoutes(), ...proxyRoutes(p), ...pictureRoutes(p)],
})
