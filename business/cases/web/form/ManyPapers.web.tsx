// Papers that are chosen together: each goes to what is asked for by its file name.
import { CopyOutlined } from '@ant-design/icons'
import { Button, Flex, Typography, Upload } from 'antd'
import { both } from '../../../../kit/model/lang.ts'
import { api } from '../../../../kit/web/client.web.ts'
import { useOneCall } from '../../../../kit/web/one-call.web.ts'
import { useToast } from '../../../../kit/web/dialogs.web.tsx'
import { useDict, useSay } from '../../../../kit/web/words.web.ts'
import { queryKeyOf } from '../../../../kit/web/keys.web.ts'
import { faultOf } from '../../../../services/files/uploader/upload-rules.ts'
import { ATTACH_ENDPOINT } from '../../../../services/files/uploader/send.web.ts'
import { paperNamed } from '../../definitions/materials.ts'
import type { Requirement } from '../form.web.ts'

const words = {
  many: both('批量上传', 'Upload several'),
  how: both(
    '可一次选择多个文件，按文件名归入对应材料，如“申请书.pdf”',
    'Choose several files at once: each is assigned by its name, the paper or its key, e.g. SQS.pdf',
  ),
  left: (names: string) =>
    both(`未能按文件名归类，请在对应材料处上传：${names}`, `These could not be assigned by name; upload them at the paper they belong to: ${names}`),
}
interface ManyPapersProps {
  businessId: string
  wanted: readonly Requirement[]
}
/** One button for all papers of a task. A file whose name says nothing, or that breaks the rule of its paper, is told and not sent. */
export function ManyPapers({ businessId, wanted }: ManyPapersProps) {
  const { say } = useSay()
  const { label } = useDict('attach_kind')
  const toast = useToast()
  const { busy, run } = useOneCall()
  const send = async (files: readonly File[]) => {
    const left: string[] = []
    const sendAll = async () => {
      for (const file of files) {
        const r = paperNamed(file.name, wanted, label)
        if (!r) left.push(file.name)
        else {
          const fault = faultOf(file, { accept: r.fileType.split(','), sizeKb: r.fileSize })
          if (fault) toast.warn(both(`${file.name}：${fault.zh}`, `${file.name}: ${fault.en}`))
          else await api.upload(`${ATTACH_ENDPOINT}/upload`, { businessId, businessItem: r.businessItem, file })
        }
      }
    }
    // what came before a refusal is there
    await run(() => sendAll().catch(toast.failed), { touches: [queryKeyOf('attach', businessId)] })
    if (left.length) toast.warn(words.left(left.join('、')))
  }
  return (
    <Flex align="center" gap="small" wrap>
      <Upload
        multiple
        showUploadList={false}
        beforeUpload={(f, list) => {
          // told once for all that were chosen together
          if (f === list[0]) void send(list)
          return false
        }}
      >
        <Button icon={<CopyOutlined />} loading={busy}>
          {say(words.many)}
        </Button>
      </Upload>
      <Typography.Text type="secondary">{say(words.how)}</Typography.Text>
    </Flex>
  )
}
