import { padRegion } from '../../kit/model/region-code.ts'
import { ResourcePage } from '../../kit/web/ResourcePage.web.tsx'
import { cbf } from '../definitions/cbf.ts'
import { CbfForm } from './CbfForm.web.tsx'

const FIRST = { yhzgx: '02', cyzjlx: '1', sfgyr: '1' }

/** Contractors. Source: screens.md B2. */
export default function CbfPage() {
  const fresh = ({ filters }: { filters: Record<string, string> }) => ({
    jtcyList: [FIRST],
    ...((filters.regionCode ?? '').length >= 9 ? { fbfbm: padRegion(filters.regionCode!) } : {}),
  })
  return <ResourcePage of={cbf} writes="save-update" panel="drawer" fresh={fresh} form={(p) => <CbfForm {...p} />} />
}
