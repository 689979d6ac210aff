import { useSearch } from '@tanstack/react-router'
import { Alert, Button, Flex, Form, Input, Typography, Upload, type UploadFile } from 'antd'
import { useState } from 'react'
import { api, isApiError } from '../../kit/web/client.web.ts'
import { useOneCall } from '../../kit/web/one-call.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { PublicFrame, PublicPage } from '../../platform/public/PublicFrame.web.tsx'
import { NOBODY, patiently } from '../../platform/public/public-calls.web.ts'
import type { DocumentCheck } from './check.ts'
import { fileInBase64 } from '../../services/files/picture.web.ts'
import { checkWords as words } from './check-words.ts'

const TYPES = { good: 'success', bad: 'error', none: 'info' } as const
const MOST = 8 * 2 ** 20

/** The page for everybody: what a printed or signed document is worth, by its code, by the file, or by both. Asks for no account. */
export function CheckPage() {
  const { say } = useSay()
  const q = useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>
  const { busy, run } = useOneCall()
  const [found, setFound] = useState<DocumentCheck>()
  const [wrong, setWrong] = useState('')
  const send = async ({ code, file }: { code?: string; file?: UploadFile[] }) => {
    setFound(undefined)
    setWrong('')
    const blob = file?.[0]?.originFileObj as Blob | undefined
    if (!code?.trim() && !blob) return setWrong(say(words.needed))
    if (blob && blob.size > MOST) return setWrong(say(words.large))
    const look = async () => {
      const body = { ...(code?.trim() ? { code: code.trim() } : {}), ...(blob ? { file: await fileInBase64(blob) } : {}) }
      setFound(await patiently(() => api.post<DocumentCheck>('sign/check-document', body, undefined, NOBODY)))
    }
    await run(look, {
      refused(e) {
        setWrong(isApiError(e) ? e.msg : String(e))
        return true
      },
    })
  }
  return (
    <PublicPage>
      <PublicFrame title={say(words.title)}>
        <section className="public-card">
          <Typography.Paragraph>{say(words.hint)}</Typography.Paragraph>
          <Form layout="vertical" name="check" initialValues={{ code: q.code ?? '' }} onFinish={(v) => void send(v)}>
            <Form.Item name="code" label={say(words.code)}>
              <Input maxLength={64} placeholder="HT-512021119203030001J-0-0123456789AB" />
            </Form.Item>
            <Form.Item name="file" label={say(words.file)} valuePropName="fileList" getValueFromEvent={(e: { fileList: UploadFile[] }) => e.fileList}>
              <Upload maxCount={1} accept=".pdf" beforeUpload={() => false}>
                <Button>{say(words.pick)}</Button>
              </Upload>
            </Form.Item>
            <Button type="primary" htmlType="submit" loading={busy} block>
              {say(words.check)}
            </Button>
          </Form>
          {wrong && <Alert style={{ marginTop: 16 }} type="error" showIcon title={wrong} />}
          {found && (
            <Flex vertical gap="small" style={{ marginTop: 16 }}>
              <Alert
                type={TYPES[found.verdict]}
                showIcon
                title={say(words[found.verdict])}
                description={
                  <ul style={{ margin: 0, paddingLeft: 20 }}>
                    {found.says.map((s) => (
                      <li key={s}>{s}</li>
                    ))}
                  </ul>
                }
              />
              {found.sha256 && <small style={{ overflowWrap: 'anywhere', opacity: 0.75 }}>SHA-256 {found.sha256}</small>}
            </Flex>
          )}
        </section>
      </PublicFrame>
    </PublicPage>
  )
}
