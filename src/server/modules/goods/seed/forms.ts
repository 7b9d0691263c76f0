/** What a dosage form brings along: how it is sold, kept and taken. */
export interface Form {
  unit: string;
  /** Usual 中包装 sizes. */
  zbz: readonly number[];
  storage: string;
}

const SHADED = '遮光，密封保存';
const DRY = '密封，置干燥处';

export const FORMS: Readonly<Record<string, Form>> = {
  胶囊剂: { unit: '盒', zbz: [10, 10, 5, 20], storage: '密封，在阴凉处(不超过20℃)保存' },
  片剂: { unit: '盒', zbz: [10, 10, 5, 20], storage: SHADED },
  含片: { unit: '盒', zbz: [10, 5], storage: DRY },
  颗粒剂: { unit: '盒', zbz: [10, 5, 20], storage: DRY },
  散剂: { unit: '盒', zbz: [10, 5], storage: DRY },
  丸剂: { unit: '盒', zbz: [10, 5], storage: '密封保存' },
  滴丸剂: { unit: '盒', zbz: [10, 5], storage: '密封，置阴凉干燥处' },
  口服溶液剂: { unit: '盒', zbz: [5, 10], storage: '密封，置阴凉处' },
  糖浆剂: { unit: '瓶', zbz: [5, 10], storage: '密封，置阴凉处' },
  煎膏剂: { unit: '瓶', zbz: [5, 10], storage: '密封，置阴凉处' },
  酊剂: { unit: '盒', zbz: [10, 20], storage: '密封，置阴凉处' },
  注射剂: { unit: '支', zbz: [5, 2], storage: '遮光，2-8℃冷藏保存，不得冷冻' },
  气雾剂: { unit: '瓶', zbz: [5, 10], storage: '密闭，在阴凉处保存，避免受热与日光直射' },
  喷雾剂: { unit: '瓶', zbz: [5, 10], storage: '密闭,25℃以下保存' },
  软膏剂: { unit: '支', zbz: [10, 20], storage: '密闭，在阴凉处保存' },
  凝胶剂: { unit: '支', zbz: [10, 5], storage: '密闭,30℃以下保存' },
  贴膏剂: { unit: '盒', zbz: [10, 20], storage: DRY },
  洗剂: { unit: '瓶', zbz: [10, 5], storage: '密闭保存' },
  滴眼剂: { unit: '支', zbz: [10, 5], storage: '遮光，密闭保存' },
  眼膏剂: { unit: '支', zbz: [10, 20], storage: '密闭，在阴凉干燥处保存' },
  滴耳剂: { unit: '支', zbz: [10], storage: '遮光，密闭保存' },
  滴鼻剂: { unit: '支', zbz: [10], storage: '遮光，密闭保存' },
  灌肠剂: { unit: '盒', zbz: [10, 5], storage: '密闭保存' },
  栓剂: { unit: '盒', zbz: [5, 10], storage: '密闭，在阴凉处保存' },
  胶剂: { unit: '盒', zbz: [2, 5], storage: '密闭，置阴凉干燥处' },
  中药饮片: { unit: '袋', zbz: [5, 10], storage: '置阴凉干燥处，防潮，防蛀' },
  医疗器械: { unit: '盒', zbz: [5, 10, 2], storage: '置于清洁、干燥、通风、无腐蚀性气体的环境' },
};
