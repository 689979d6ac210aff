import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button, Card, Flex, Popconfirm, Skeleton, Typography } from 'antd'
import { useState } from 'react'
import { Pad } from '../../../../platform/parts/Pad.web.tsx'
import { api } from '../../../../kit/web/client.web.ts'
import { queryKeyOf } from '../../../../kit/web/keys.web.ts'
import { useOneCall } from '../../../../kit/web/one-call.web.ts'
import { phrases } from '../../../../kit/web/phrases.ts'
import { useUnsaved } from '../../../../kit/web/session.web.ts'
import { useSay } from '../../../../kit/web/words.web.ts'
import { infoWords } from './info-words.ts'
import { PictureUpload } from './PictureUpload.tsx'
import './own-signature.css'

const PATH = 'cpt-user/signature'

/** How the person signs by hand, as approval sheets show it: written here or taken from a picture. */
export function OwnSignature() {
  const { say } = useSay()
  const { message } = App.useApp()
  const queries = useQueryClient()
  const { data } = useQuery({ queryKey: queryKeyOf(PATH), queryFn: () => api.get<{ picture: string }>(PATH) })
  const [written, setWritten] = useState('')
  const [sheet, setSheet] = useState(0)
  const { busy, run } = useOneCall()
  useUnsaved(written !== '')
  const anew = () => {
    setWritten('')
    setSheet(sheet + 1)
  }
  const keep = (picture: string) =>
    run(async () => {
      await api.post(PATH, { picture })
      anew()
      void message.success(say(phrases.updated))
      await queries.invalidateQueries({ queryKey: queryKeyOf(PATH) })
    })
  if (!data) return <Skeleton active />
  return (
    <Flex vertical gap="middle" className="own-signature">
      <Alert type="info" showIcon title={say(infoWords.signatureUse)} />
      {data.picture ? (
        <Flex gap="middle" align="center" wrap>
          <Card size="small">
            <img src={data.picture} alt={say(infoWords.signature)} />
          </Card>
          <Popconfirm title={say(infoWords.signatureRemove)} onConfirm={() => keep('')}>
            <Button danger>{say(phrases.remove)}</Button>
          </Popconfirm>
        </Flex>
      ) : (
        <Typography.Text type="secondary">{say(infoWords.signatureNone)}</Typography.Text>
      )}
      <Typography.Text strong>{say(data.picture ? infoWords.signatureAnew : infoWords.signatureWrite)}</Typography.Text>
      <Pad key={sheet} label={say(infoWords.signature)} onChange={setWritten} />
      <Flex gap="small" wrap>
        <Button type="primary" disabled={!written} loading={busy} onClick={() => void keep(written)}>
          {say(phrases.save)}
        </Button>
        <Button disabled={!written} onClick={anew}>
          {say(infoWords.signatureClear)}
        </Button>
        <PictureUpload onPick={keep}>
          <Button>{say(infoWords.signatureUpload)}</Button>
        </PictureUpload>
      </Flex>
    </Flex>
  )
}
