import { UploadOutlined } from '@ant-design/icons'
import { Button, Form, InputNumber, Upload, type UploadFile } from 'antd'
import { both as w } from '../../kit/model/lang.ts'
import { ClearInput } from '../../kit/web/clear.web.tsx'
import { api } from '../../kit/web/client.web.ts'
import { RegionPicker } from '../../kit/web/RegionTree.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { FormDialog } from '../../platform/parts/FormDialog.web.tsx'

const words = {
  title: w('上传影像', 'Upload a picture'),
  file: w('影像文件', 'Picture'),
  choose: w('选择文件', 'Choose a file'),
  noFile: w('请选择文件', 'Choose a file'),
  world: w('坐标文件（PNG、JPEG须提供）', 'World file (of PNG and JPEG)'),
  name: w('影像名称', 'Name'),
  region: w('行政区划', 'Region'),
  epsg: w('坐标系（EPSG编号，GeoTIFF可不填）', 'Coordinate system (EPSG number; a GeoTIFF says its own)'),
}
const picked = (e: { fileList: UploadFile[] }) => e.fileList.slice(-1)
const fileOf = (v: unknown) => (v as UploadFile[] | undefined)?.[0]?.originFileObj as File | undefined

/** Sends a picture from above; it becomes a layer of the map. Source: screens.md G3. */
export function UploadPicture({ onClose, onDone }: { onClose(): void; onDone(): void }) {
  const { say } = useSay()
  const send = async ({ file, world, ...rest }: Record<string, unknown>) => {
    const worldFile = await fileOf(world)?.text()
    const parts = Object.fromEntries(Object.entries({ ...rest, worldFile }).flatMap(([n, v]) => (v ? [[n, String(v)]] : [])))
    await api.upload('yzt/upload/uploadYztFile', { ...parts, file: fileOf(file)! }, undefined, { quiet: true })
    onDone()
  }
  const chooser = (accept: string) => (
    <Upload beforeUpload={() => false} maxCount={1} accept={accept}>
      <Button icon={<UploadOutlined />}>{say(words.choose)}</Button>
    </Upload>
  )
  return (
    <FormDialog title={words.title} about={null} onSubmit={send} onClose={onClose}>
      <Form.Item
        name="file"
        label={say(words.file)}
        valuePropName="fileList"
        getValueFromEvent={picked}
        rules={[{ required: true, message: say(words.noFile) }]}
      >
        {chooser('.tif,.tiff,.png,.jpg,.jpeg')}
      </Form.Item>
      <Form.Item name="world" label={say(words.world)} valuePropName="fileList" getValueFromEvent={picked}>
        {chooser('.tfw,.pgw,.jgw,.wld')}
      </Form.Item>
      <Form.Item name="name" label={say(words.name)}>
        <ClearInput maxLength={100} />
      </Form.Item>
      <Form.Item name="regionCode" label={say(words.region)}>
        <RegionPicker />
      </Form.Item>
      <Form.Item name="epsg" label={say(words.epsg)}>
        <InputNumber style={{ width: '100%' }} />
      </Form.Item>
    </FormDialog>
  )
}
