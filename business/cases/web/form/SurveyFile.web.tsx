// A survey that comes as a shapefile: what each parcel was and would be, on the map and in figures, before the form takes it.
import { UploadOutlined } from '@ant-design/icons'
import { Alert, Button, Flex, Modal, Typography, Upload } from 'antd'
import { useState } from 'react'
import { m2, minus, toMu } from '../../../../land/definitions/area.ts'
import { both } from '../../../../kit/model/lang.ts'
import { api } from '../../../../kit/web/client.web.ts'
import { useOneCall } from '../../../../kit/web/one-call.web.ts'
import { Table } from '../../../../kit/web/Table.web.tsx'
import { useToast } from '../../../../kit/web/dialogs.web.tsx'
import { useSay } from '../../../../kit/web/words.web.ts'
import { cbdkxx } from '../../../../land/definitions/cbht.ts'
import { CutMap } from '../../../../land/map/maps.web.tsx'
import type { Form } from '../../definitions/business.ts'
import type { FormShape } from '../../definitions/form.ts'
import { SURVEY_KIND } from '../../definitions/materials.ts'
import { isDrawn, withTaken, type SurveyTaken } from '../../land/survey-file.ts'
import { sendFile } from './Files.web.tsx'

const words = {
  read: both('导入测量成果（shapefile）', 'Take a survey (shapefile)'),
  how: both(
    '选择zip压缩包，或同时选择shp、shx、dbf、prj文件；按地块编码DKBM对应，分割的地块可有多条记录',
    'Choose a .zip, or .shp, .shx, .dbf and .prj together; parcels are matched by DKBM, one that is cut may have several records',
  ),
  title: both('测量成果与现有图形对比', 'The survey compared with the current state'),
  before: both('原面积（㎡）', 'Before (m²)'),
  after: both('测量面积（㎡）', 'Surveyed (m²)'),
  apart: both('差值（亩）', 'Apart (mu)'),
  pieces: both('图形数', 'Outlines'),
  take: both('采用', 'Accept'),
  taken: both('已填入表单，请保存', 'It is in the form: save it'),
  faults: both('采用后还有以下问题', 'With it the form still has these errors'),
  was: both('原图形', 'Before'),
  is: both('测量图形', 'Surveyed'),
}
const QUIET = { quiet: true } as const
const [WAS, IS] = ['#8c8c8c', '#1677ff'] as const

interface Compared extends SurveyTaken {
  dkmc: string
  before: string
  after: string
  was: string | null
}
interface Answer {
  parcels: Compared[]
  faults: { field: string; msg: string }[]
}
interface SurveyFileProps {
  businessId: string
  shape: FormShape
  form: Form
  onTake(patch: Form): void
}
const apart = ({ before, after }: Compared) => (before && after ? minus(toMu(m2(after)), toMu(m2(before))) : '')
const outlinesOf = (p: Compared) => p.pieces?.map((x) => x.geom) ?? (p.geom ? [p.geom] : [])

const Colour = ({ of, name }: { of: string; name: string }) => (
  <span>
    <span style={{ display: 'inline-block', width: 14, height: 10, border: `2px solid ${of}`, marginInlineEnd: 6 }} />
    {name}
  </span>
)
/** Takes the outlines of a survey into the form; nothing where the form draws nothing. */
export function SurveyFile({ businessId, shape, form, onTake }: SurveyFileProps) {
  const { say, label, lang } = useSay()
  const toast = useToast()
  const { busy, run } = useOneCall()
  const [found, setFound] = useState<Answer>()
  const [shown, setShown] = useState<string>()
  if (!isDrawn(shape, form)) return null
  const read = async (files: readonly File[]) => {
    await run(
      async () => {
        const attachIds: string[] = []
        for (const f of files) attachIds.push((await sendFile(businessId, SURVEY_KIND, f)).id)
        setFound(await api.post<Answer>('yw-accept/business/survey-file', { businessId, attachIds, form }, undefined, QUIET))
      },
      { refused: (e) => (toast.failed(e), true) },
    )
  }
  const take = () => {
    const next = withTaken(form, found!.parcels)
    onTake(Object.fromEntries([...new Set(found!.parcels.map((p) => p.at.split('.')[0]!))].map((n) => [n, next[n]])))
    setFound(undefined)
    toast.done(words.taken)
  }
  const parcel = found?.parcels.find((p) => p.dkbm === shown) ?? found?.parcels[0]
  const outlines = parcel ? [...(parcel.was ? [parcel.was] : []), ...outlinesOf(parcel)] : []
  const had = parcel?.was ? 1 : 0
  // both lie over each other, and so would their names: only pieces are numbered, the colours are told below
  const marks = outlines.map((_, i) => (i < had ? { label: '', color: WAS } : { label: outlines.length - had > 1 ? `${i - had + 1}` : '', color: IS }))
  return (
    <Flex vertical gap={4}>
      <div>
        <Upload
          multiple
          showUploadList={false}
          accept=".zip,.shp,.shx,.dbf,.prj,.cpg"
          beforeUpload={(f, list) => {
            // told once for all that were chosen together
            if (f === list[0]) void read(list)
            return false
          }}
        >
          <Button icon={<UploadOutlined />} loading={busy}>
            {say(words.read)}
          </Button>
        </Upload>
      </div>
      <Typography.Text type="secondary">{say(words.how)}</Typography.Text>
      <Modal open={!!found} width={860} title={say(words.title)} okText={say(words.take)} onOk={take} onCancel={() => setFound(undefined)} destroyOnHidden>
        {found && (
          <Flex vertical gap="small">
            {found.faults.length > 0 && (
              <Alert
                type="warning"
                showIcon
                title={say(words.faults)}
                description={
                  <ul style={{ margin: 0, paddingLeft: 20 }}>
                    {[...new Set(found.faults.map((f) => f.msg))].map((m) => (
                      <li key={m}>{m}</li>
                    ))}
                  </ul>
                }
              />
            )}
            <Table<Compared>
              size="small"
              rowKey="dkbm"
              pagination={false}
              scroll={{ y: 200 }}
              dataSource={found.parcels}
              onRow={(p) => ({ onClick: () => setShown(p.dkbm), style: { cursor: 'pointer' } })}
              columns={[
                { key: 'dkbm', title: label(cbdkxx.fields.dkbm), dataIndex: 'dkbm', width: 190 },
                { key: 'dkmc', title: label(cbdkxx.fields.dkmc), dataIndex: 'dkmc', width: 110, ellipsis: true },
                { key: 'n', title: say(words.pieces), width: 80, align: 'right', render: (_v, p) => outlinesOf(p).length },
                { key: 'before', title: say(words.before), dataIndex: 'before', width: 120, align: 'right' },
                { key: 'after', title: say(words.after), dataIndex: 'after', width: 120, align: 'right' },
                { key: 'apart', title: say(words.apart), width: 110, align: 'right', render: (_v, p) => apart(p) },
              ]}
            />
            {outlines.length > 0 && <CutMap key={parcel!.dkbm} outlines={outlines} marks={marks} lang={lang} height={300} />}
            {outlines.length > 0 && (
              <Flex gap="middle">
                {had > 0 && <Colour of={WAS} name={say(words.was)} />}
                <Colour of={IS} name={say(words.is)} />
                <Typography.Text type="secondary">{parcel!.dkbm}</Typography.Text>
              </Flex>
            )}
          </Flex>
        )}
      </Modal>
    </Flex>
  )
}
