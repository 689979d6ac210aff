import { labelOf } from '../../kit/model/field.ts'
import { invalidField } from '../../kit/model/problem.ts'
import { isId, type AnyResource } from '../../kit/model/resource.ts'
import { joinable } from '../../kit/server/query.server.ts'
import { textIn, type Route } from '../../kit/server/route.server.ts'
import { askedFirst } from '../../runtime/asked-first.server.ts'

/** Writing calls of `r` whose field `name` must name a row of `to` that the caller sees: an id of another tenant or region is as good as none. */
export const requireExistingRef = (routes: readonly Route[], r: AnyResource, name: string, to: AnyResource): Route[] =>
  routes.map((route) =>
    askedFirst(route, async (ctx, input) => {
      const id = textIn(input, name)
      // what is no id is refused by the form's own checks
      const there = !isId(id) || (await joinable(ctx, to).select(`${to.name}.id`).where(`${to.name}.id`, '=', id).executeTakeFirst())
      const f = r.fields[name]!
      if (!there) throw invalidField(name, { zh: `${f.label}不存在`, en: `${labelOf(f).en}: there is no such row` })
    }),
  )
