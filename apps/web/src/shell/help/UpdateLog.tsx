import { Drawer, Timeline } from 'antd'
import type { Text } from '../../../../../kit/model/lang.ts'
import { useSay } from '../../../../../kit/web/words.web.ts'
import { words } from '../../../../../platform/shell/dialog-words.ts'

/** What came with the version. Source: platform.md 2 (Update-log drawer). */
export const NOTES: readonly Text[] = [
  { zh: '变更地块导入：导入后返回变更信息，其中包括地块编码。', en: 'Import of changed parcels: the answer tells what changed, with the parcel codes.' },
  { zh: '新增数据校验，目前为非强制校验。', en: 'Data validation was added; at present it is not mandatory.' },
]
/** The notes of the version in a drawer. */
export default function UpdateLog({ version, onClose }: { version: string; onClose: () => void }) {
  const { say } = useSay()
  return (
    <Drawer open title={`${say(words.notes)} ${version}`} size={420} onClose={onClose} keyboard={false} mask={{ closable: false }}>
      <Timeline items={NOTES.map((n) => ({ content: say(n) }))} />
    </Drawer>
  )
}
