import { scoped } from '../../kit/server/query.server.ts'
import { crud, type Route } from '../../kit/server/route.server.ts'
import { read } from '../parts/parts.server.ts'
import { post } from '../definitions/system.ts'

/** Posts for pick lists. */
const select: Route['run'] = async (ctx) =>
  (
    await scoped(ctx, post)
      .select(['sys_post.id', 'sys_post.postCode', 'sys_post.postName', 'sys_post.category'])
      .orderBy('sys_post.sort')
      .orderBy('sys_post.id')
      .execute()
  ).map((p) => ({ ...p, title: p.postName, key: p.id, value: p.id }))

/** Posts. Source: platform-api.md 3.5. */
export const postRoutes: readonly Route[] = [...Object.values(crud(post)), read('/cpt-system/post/select', '岗位选择', select, ['tenantId'])]
