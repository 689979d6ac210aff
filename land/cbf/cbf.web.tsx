import { padRegion } from '../../kit/model/region-code.ts'
import { defaultCommands, type RowCommand } from '../../kit/web/commands.web.tsx'
import { ResourcePage } from '../../kit/web/ResourcePage.web.tsx'
import { cbf } from '../definitions/cbf.ts'
import { CbfForm } from './CbfForm.web.tsx'

const FIRST = { yhzgx: '02', cyzjlx: '1', sfgyr: '1' }

/** Contractors. `more`: what else can be done with a row. Source: screens.md B2. */
export default function CbfPage({ more = [] }: { more?: readonly RowCommand[] }) {
  const { row } = defaultCommands(cbf)
  const fresh = ({ filters }: { filters: Record<string, string> }) => ({
    jtcyList: [FIRST],
    ...((filters.regionCode ?? '').length >= 9 ? { fbfbm: padRegion(filters.regionCode!) } : {}),
  })
  return (
    <ResourcePage
      of={cbf}
      writes="save-update"
      panel="drawer"
      rowCommands={[row.view, ...more, row.edit, row.delete]}
      fresh={fresh}
      form={(p) => <CbfForm {...p} />}
    />
  )
}
