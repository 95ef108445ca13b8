/**
 * The API counts characters as Unicode code points; JavaScript counts UTF-16 units. They differ
 * from the first emoji on. This index turns the former into the latter.
 */
export class CodePointIndex {
  private static readonly STEP = 1024;
  private readonly text: string;
  /** UTF-16 offset of every 1024th code point; null where the two counts agree. */
  private readonly marks: number[] | null;

  constructor(text: string) {
    this.text = text;
    this.marks = /[\ud800-\udbff][\udc00-\udfff]/.test(text) ? this.mark() : null;
  }

  /** UTF-16 offset of a code point offset. */
  toUnits(codePoint: number): number {
    if (!this.marks) return Math.min(codePoint, this.text.length);
    const mark = Math.min(Math.floor(codePoint / CodePointIndex.STEP), this.marks.length - 1);
    let unit = this.marks[mark] ?? 0;
    for (
      let left = codePoint - mark * CodePointIndex.STEP;
      left > 0 && unit < this.text.length;
      left--
    )
      unit += this.widthAt(unit);
    return unit;
  }

  slice(start: number, end: number): string {
    return this.text.slice(this.toUnits(start), this.toUnits(end));
  }

  private widthAt(unit: number): number {
    return (this.text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1;
  }

  private mark(): number[] {
    const marks: number[] = [];
    let count = 0;
    for (let unit = 0; unit < this.text.length; unit += this.widthAt(unit)) {
      if (count++ % CodePointIndex.STEP === 0) marks.push(unit);
    }
    return marks;
  }
}
