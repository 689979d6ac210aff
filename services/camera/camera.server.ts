import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { Slice } from '../../kit/server/route.server.ts'
import { isAddress, PARAMS } from '../../platform/settings/params.ts'
import { DEVICE_PORT, isPort, type CameraSettings } from './device.ts'

/** What a tenant says of its document cameras; an address that is none, or a port that is none, counts as not said. */
async function settingsOf(ctx: Ctx): Promise<CameraSettings> {
  const found = await ctx.db
    .selectFrom('param')
    .select(['paramKey', 'paramValue'])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('paramKey', 'in', [PARAMS.cameraPlugin.key, PARAMS.cameraPort.key])
    .execute()
  const value = (key: string) => String(found.find((p) => p.paramKey === key)?.paramValue ?? '')
  const [url, port] = [value(PARAMS.cameraPlugin.key), Number(value(PARAMS.cameraPort.key))]
  return { pluginUrl: isAddress(url) ? url : '', port: isPort(port) ? port : DEVICE_PORT }
}

/** The photo tool's side on the server; pictures and PDF are attachments (services/files). Source: platform.md 2, 7, 8 (photo-capture tool). */
export const cameraSlice = (): Slice => ({
  name: 'camera',
  resources: [],
  routes: [
    {
      method: 'GET',
      path: '/cpt-resource/camera/settings',
      perm: 'attach_view',
      scope: 'tenant',
      audit: 'read',
      summary: '高拍仪设置',
      run: (ctx) => settingsOf(ctx),
    },
  ],
})
