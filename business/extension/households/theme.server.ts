import type { ThemeSource } from '../../../land/map/layers/themes.server.ts'
import { campaign } from './campaign.server.ts'

/** How far each household of the campaign is, for the map: by the one query of the campaign, so that the map counts what the list counts. */
export const extensionTheme: ThemeSource = { rows: (ctx, region) => campaign(ctx, region).select(['cbfbm as code', 'ybStatus as key']) }
