import { Segmented } from 'antd'
import { useState } from 'react'
import type { RowCommand } from '../../kit/web/commands.web.tsx'
import { phrases } from '../../kit/web/phrases.ts'
import { ResourcePage } from '../../kit/web/ResourcePage.web.tsx'
import { usePageState } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { BookPanel } from './Book.web.tsx'
import { djb } from '../definitions/cbht.ts'
import { PdfDialog } from '../cbht/PdfDialog.web.tsx'
import { words } from '../cbht/words.ts'

/** The two lists of the register and where each is read. */
const LISTS = { current: '/base-qssj/djb/wzx', cancelled: '/data/dzzw-djb/yzx' } as const

/** The register: books in force and cancelled ones. Which list and which book is open stands in the address. Source: screens.md B6. */
export default function DjbPage() {
  const { say } = useSay()
  const { search, setSearch } = usePageState()
  const [printed, setPrinted] = useState<string>()
  const list = search.list === 'cancelled' ? 'cancelled' : 'current'
  const view: RowCommand = { key: 'view', label: phrases.view, perm: 'djb_view', run: (r) => setSearch({ book: r.id }) }
  const print: RowCommand = { key: 'print', label: words.printPdf, perm: 'djb_print', run: (r) => setPrinted(r.id) }
  return (
    <>
      <Segmented
        value={list}
        style={{ marginBottom: 12 }}
        onChange={(v) => setSearch({ list: v === 'current' ? undefined : v, current: undefined, qszt: undefined })}
        options={[
          { value: 'current', label: say(words.current) },
          { value: 'cancelled', label: say(words.cancelled) },
        ]}
      />
      <ResourcePage key={list} of={{ ...djb, path: LISTS[list] }} toolCommands={[]} rowCommands={[view, print]} />
      {search.book && (
        <BookPanel id={search.book} onOpen={(id) => setSearch({ book: id })} onPrint={setPrinted} onClose={() => setSearch({ book: undefined })} />
      )}
      {printed && (
        <PdfDialog
          title={words.printPdf}
          path="dzzw/djb-print"
          query={{ djbId: printed }}
          print={{ path: 'base-qssj/djb/print/exe', query: { id: printed } }}
          onClose={() => setPrinted(undefined)}
        />
      )}
    </>
  )
}
