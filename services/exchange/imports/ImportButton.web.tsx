import { ImportOutlined } from '@ant-design/icons'
import { useOpenPage } from '../../../kit/web/open-page.web.ts'
import { Button, Tooltip } from 'antd'
import { permOf } from '../../../kit/model/resource.ts'
import { useSession } from '../../../kit/web/session.web.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { import_batch } from './imports.ts'
import { importPerm, targetOf } from './targets.ts'
import { words } from './words.ts'

/** Opens the import centre at a new import of the list's rows; for those who hold its import button. `name`: the list's definition. */
export default function ImportButton({ name }: { name: string }) {
  const { say } = useSay()
  const { can } = useSession()
  const openPage = useOpenPage()
  const target = targetOf(name)
  if (!target || !can(importPerm(target)) || !can(permOf(import_batch, 'edit'))) return null
  return (
    <Tooltip title={say(words.import)}>
      <Button shape="circle" icon={<ImportOutlined />} aria-label={say(words.import)} onClick={() => openPage('/desk/import', { start: name })} />
    </Tooltip>
  )
}
