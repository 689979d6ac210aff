import { Button, Form } from 'antd'
import { useState } from 'react'
import type { AnyResource } from '../../kit/model/resource.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { useToast } from '../../kit/web/dialogs.web.tsx'
import { download } from '../../kit/web/download.web.ts'
import { bodyOf, ResourceForm, type ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { PdfDialog } from '../../services/files/preview/PdfDialog.web.tsx'
import { ATTACH_ENDPOINT } from '../../services/files/uploader/send.web.ts'
import { EnabledPage } from './EnabledPage.web.tsx'
import { FileInput } from '../contract/FileInput.web.tsx'
import { words } from '../contract/words.ts'
import { sign_template } from './template.ts'

/** The file has an input of its own. */
const plain: AnyResource = { ...sign_template, fields: Object.fromEntries(Object.entries(sign_template.fields).filter(([n]) => n !== 'attachId')) }

/** A template; its file is uploaded, or the one that the product ships for the kind of contract. */
function TemplateForm(props: ResourceFormProps) {
  const { say } = useSay()
  const toast = useToast()
  const [form] = Form.useForm()
  const flowType = Form.useWatch('flowType', form) as string | undefined
  return (
    <ResourceForm {...props} of={plain} form={form} body={(v) => bodyOf(sign_template, v, props.row as AnyRow | undefined)}>
      <Form.Item name="attachId" label={say(words.file)} required rules={[{ required: true, message: say(words.fileNeeded) }]} extra={say(words.fileHint)}>
        <FileInput accept=".docx" item="HTMB" disabled={props.mode === 'view'}>
          {(take) => (
            <Button
              disabled={!flowType}
              title={flowType ? undefined : say(words.typeFirst)}
              onClick={() => void api.post<{ id: string; name: string }>('sign-base/template/built-in', { flowType }).then(take, toast.failed)}
            >
              {say(words.builtIn)}
            </Button>
          )}
        </FileInput>
      </Form.Item>
    </ResourceForm>
  )
}

/** Contract templates by region and kind of contract. Source: screens.md C6. */
export default function TemplatePage() {
  const { say } = useSay()
  const { can } = useSession()
  const [shown, setShown] = useState<AnyRow>()
  const save = (r: AnyRow) => download(`${ATTACH_ENDPOINT}/download`, { id: String(r.attachId) }, `${r.flowName}.docx`)
  return (
    <>
      <EnabledPage
        of={sign_template}
        form={(p) => <TemplateForm {...p} />}
        columns={(all) => [
          ...all,
          {
            key: 'file',
            title: say(words.file),
            width: 110,
            render: (_v, r) =>
              can('attach_view') ? (
                <Button type="link" size="small" style={{ padding: 0 }} onClick={() => void save(r).catch(() => undefined)}>
                  docx
                </Button>
              ) : (
                'docx'
              ),
          },
        ]}
        more={[
          { key: 'preview', label: words.preview, perm: 'sign_template_view', run: setShown },
          { key: 'download', label: words.download, perm: 'attach_view', run: save },
        ]}
      />
      {shown && <PdfDialog title={words.preview} path="sign-base/template/preview" query={{ id: shown.id }} onClose={() => setShown(undefined)} />}
    </>
  )
}
