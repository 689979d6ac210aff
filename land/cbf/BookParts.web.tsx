import { useOpenPage } from '../../kit/web/open-page.web.ts'
import { Button, Empty } from 'antd'
import type { Text } from '../../kit/model/lang.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { RecordPart, RecordValues } from '../../platform/record/Values.web.tsx'
import { cbht, djb } from '../definitions/cbht.ts'
import { cbjyqz } from '../definitions/cbjyqz.ts'
import { recordPartWords as words } from '../parts/record-words.ts'
import { CbfPapers } from './CbfPapers.web.tsx'

/** A book version with its contract and its certificate, as `djb/detail` tells it. */
export type BookOf = AnyRow & { cbht: AnyRow | null; cbjyqz: AnyRow | null }

const CONTRACT = ['cbhtbm', 'version', 'qszt', 'htxlh', 'cbfs', 'cbqx', 'cbqxq', 'cbqxz', 'qdsj', 'htzmjm', 'yhtzmjm', 'cbdkzs', 'signStatus', 'signWay']
const BOOK = ['cbjyqzbm', 'version', 'qszt', 'djlx', 'djxl', 'djsj', 'dbr', 'cbqxq', 'cbqxz', 'htzmjm', 'cbdkzs', 'cbfcysl', 'ycbjyqzbh', 'djbfj']
const CERTIFICATE = ['cbjyqzbm', 'cbjyqzlsh', 'bznf', 'fzjg', 'fzrq', 'qzsflq', 'qzlqrq', 'qzlqrxm', 'sfbdcfz', 'bdcqzh']

interface PaperPartProps {
  of: AnyResource
  title: Text
  row: AnyRow | null | undefined
  names: readonly string[]
  none: Text
  /** the register in which it opens, and by what */
  to: string
  perm: string
  search(row: AnyRow): Record<string, string>
}
function PaperPart({ of, title, row, names, none, to, perm, search }: PaperPartProps) {
  const { say } = useSay()
  const { can } = useSession()
  const openPage = useOpenPage()
  const open = row && can(perm) && (
    <Button type="link" size="small" onClick={() => openPage(to, search(row))}>
      {say(words.open)}
    </Button>
  )
  return (
    <RecordPart title={say(title)} {...(open ? { note: open } : {})}>
      {row ? <RecordValues of={of} row={row} only={names} /> : <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(none)} />}
    </RecordPart>
  )
}

/** Contract, book and certificate in force of a contractor, and below them all versions of each. */
export function HouseholdBook({ cbfbm, book }: { cbfbm: string; book: BookOf | undefined }) {
  return (
    <div className="record-column">
      <PaperPart
        of={cbht}
        title={words.contract}
        row={book?.cbht}
        names={CONTRACT}
        none={words.noContract}
        to="/registry/cbht"
        perm="cbht_view"
        search={(r) => ({ open: `view.${r.id}` })}
      />
      <PaperPart
        of={djb}
        title={words.book}
        row={book}
        names={BOOK}
        none={words.noBook}
        to="/registry/djb"
        perm="djb_view"
        search={(r) => ({ open: `view.${r.id}` })}
      />
      <PaperPart
        of={cbjyqz}
        title={words.certificate}
        row={book?.cbjyqz}
        names={CERTIFICATE}
        none={words.noCertificate}
        to="/registry/cbjyqz"
        perm="cbjyqz_view"
        search={(r) => ({ open: `view.${r.id}` })}
      />
      <CbfPapers cbfbm={cbfbm} />
    </div>
  )
}
