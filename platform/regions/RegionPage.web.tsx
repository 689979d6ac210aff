import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { parentRegion } from '../../kit/model/region-code.ts'
import { api } from '../../kit/web/client.web.ts'
import { defaultCommands, type RowCommand, type ToolCommand } from '../../kit/web/commands.web.tsx'
import { RegionTree } from '../../kit/web/RegionTree.web.tsx'
import { ResourceForm } from '../../kit/web/ResourceForm.web.tsx'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { words } from '../parts/configuration-words.ts'
import { ResourcePage } from '../list/ResourcePage.web.tsx'
import { region_ } from '../definitions/system.ts'

/** A region's code is read and typed as it is: here its name stands beside it, and a new one is in no tree yet. */
const typed = { ...region_, fields: { ...region_.fields, code: { ...region_.fields.code, kind: 'text' as const } } }

/**
 * Regions: the tree at the left narrows the list to a subtree, 新增下级 begins with the code of the region above.
 * Regions are removed by their code; the branch of the tree is asked again after a change. Source: platform-api.md 3.9; screens.md A14.
 */
export default function RegionPage() {
  const client = useQueryClient()
  const [under, setUnder] = useState<string>()
  const [above, setAbove] = useState<string>()
  const { row, tool } = defaultCommands(region_)
  const renew = (code: unknown) => client.invalidateQueries({ queryKey: queryKeyOf('regions', parentRegion(String(code ?? '')) ?? '') })
  const remove: RowCommand = {
    ...row.delete,
    run: async (r, t) => {
      await api.post('cpt-system/region/remove', undefined, { id: r.code })
      await Promise.all([t.reload(), renew(r.code)])
    },
  }
  const begin = (code: string | undefined) => (t: { open(mode: 'add'): void }) => {
    setAbove(code)
    t.open('add')
  }
  const below: RowCommand = {
    key: 'below',
    label: words.addBelow,
    perm: 'region_add',
    when: (r) => String(r.code).length < 14,
    run: (r, t) => begin(String(r.code))(t),
  }
  const add: ToolCommand = { ...tool.add, run: (_rows, t) => begin(under)(t) }
  return (
    <ResourcePage
      verb="list"
      regionTree={false}
      of={typed}
      rowCommands={[row.view, row.edit, below, remove]}
      toolCommands={[add]}
      left={<RegionTree {...(under ? { value: under } : {})} onChange={setUnder} />}
      {...(under ? { query: { code: under } } : {})}
      {...(above ? { fresh: { code: above } } : {})}
      without={under ? ['code'] : []}
      form={(p) => (
        <ResourceForm
          {...p}
          of={typed}
          onSubmit={async (body) => {
            await p.onSubmit?.(body)
            await renew(body.code)
          }}
        />
      )}
    />
  )
}
