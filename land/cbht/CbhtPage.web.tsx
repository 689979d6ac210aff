import { ConfigProvider, Divider, Flex } from 'antd'
import { useState } from 'react'
import { Table } from '../../kit/web/Table.web.tsx'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { Commands, defaultCommands, type RowCommand, type Tools } from '../../kit/web/commands.web.tsx'
import { ResourceForm, type ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { ResourcePage } from '../../kit/web/ResourcePage.web.tsx'
import { columnsOf } from '../../kit/web/ResourceTable.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { cbdkxx, cbht } from '../definitions/cbht.ts'
import { History, words as historyWords } from '../parts/History.web.tsx'
import { PdfDialog } from './PdfDialog.web.tsx'
import { words } from './words.ts'

const NO_TOOLS: Tools = { open: () => {}, remove: async () => {}, reload: async () => {} }

/** Contracts, changed only by businesses: read, and printed with their sketch. Source: screens.md B4. */
export default function CbhtPage() {
  const [printed, setPrinted] = useState<string>()
  const print: RowCommand = { key: 'print', label: words.contractPdf, perm: 'cbht_print', run: (r) => setPrinted(r.cbhtbm) }
  const { row } = defaultCommands(cbht)
  return (
    <>
      <ResourcePage of={cbht} panel="drawer" toolCommands={[]} rowCommands={[row.view, print]} form={(p) => <Contract {...p} print={print} />} />
      {printed && (
        <PdfDialog title={words.contractPdf} path="dzzw/preview-contractanddksyt-file" query={{ cbhtbm: printed }} onClose={() => setPrinted(undefined)} />
      )}
    </>
  )
}

/** One contract with its parcels. */
function Contract({ print, ...props }: ResourceFormProps & { print: RowCommand }) {
  const { say, lang } = useSay()
  const row = props.row as (AnyRow & { dkList?: AnyRow[] }) | undefined
  return (
    <ResourceForm {...props}>
      <Divider titlePlacement="start">{say(words.parcels)}</Divider>
      <ConfigProvider componentDisabled={false}>
        <Flex vertical gap="middle" style={{ marginBottom: 16 }}>
          <Table<AnyRow> size="small" rowKey="id" pagination={false} dataSource={row?.dkList ?? []} columns={columnsOf(cbdkxx, lang)} scroll={{ x: 1000 }} />
          {row && <Commands of={[print]} on={row} tools={NO_TOOLS} />}
        </Flex>
        {row && (
          <>
            <Divider titlePlacement="start">{say(historyWords.history)}</Divider>
            <History of={cbht} code="cbhtbm" value={String(row.cbhtbm)} />
          </>
        )}
      </ConfigProvider>
    </ResourceForm>
  )
}
