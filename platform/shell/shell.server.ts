import type { AnyResource } from '../../kit/model/resource.ts'
import { route, type Route, type Slice } from '../../kit/server/route.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'
import { formDraftRoutes } from './form-drafts.server.ts'
import { operationFile, operationFiles } from './manual.server.ts'
import { presenceRoute } from './presence.server.ts'
import { settingRoutes } from './settings.server.ts'
import type { SiteFacts } from './shell.ts'
import { viewAsRoute } from './view-as.server.ts'
import { whyNot } from './why-not.server.ts'

export interface ShellSettings extends Omit<SiteFacts, 'version'> {
  /** folder with the operation manual and its videos */
  manualDir: string
}

/** What the frame is handed: what seals drafts, and every definition of the application. */
export interface ShellMeans {
  /** of the product */
  version: string
  sealer: Sealer
  known(): readonly AnyResource[]
}

/** What the frame around the pages asks: the site, the manual, a person's own settings and drafts, who else has a record open. */
export function shellSlice({ deployment, switchMode, callbacks, silentCodes, manualDir }: ShellSettings, { version, sealer, known }: ShellMeans): Slice {
  const read = { method: 'GET', perm: 'signed-in', audit: 'read' } as const
  const routes: Route[] = [
    {
      ...read,
      scope: 'none',
      path: '/basic/site',
      summary: '部署信息',
      run: async (): Promise<SiteFacts> => ({ version, deployment, switchMode, callbacks: [...callbacks], silentCodes: [...silentCodes] }),
    },
    { ...read, scope: 'none', path: '/basic/getOperationFiles', summary: '操作手册与视频列表', run: () => operationFiles(manualDir) },
    {
      ...read,
      scope: 'none',
      answer: 'file',
      path: '/basic/downloadOperationFile',
      summary: '下载操作手册或视频',
      query: ['id'],
      run: (_ctx, q) => operationFile(manualDir, q.id),
    },
    route({ ...read, scope: 'tenant', path: '/basic/why-not', summary: '按钮与数据权限说明', query: ['path'], run: whyNot }),
    ...settingRoutes,
    ...formDraftRoutes(sealer),
    presenceRoute(known),
    viewAsRoute,
  ]
  return { name: 'shell', resources: [], routes }
}
