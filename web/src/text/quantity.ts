// Numbers as people type them: expressions with units ("12 mm", "1 m + 2*3 cm", "1/24 s").
// What a field keeps is in SI; a bare number is in the unit that the field shows.

const units: Record<string, Record<string, number>> = {
  length: { m: 1, cm: 1e-2, mm: 1e-3, um: 1e-6, µm: 1e-6, km: 1e3, in: 0.0254, ft: 0.3048 },
  time: { s: 1, ms: 1e-3, min: 60 },
  ratio: { '%': 1e-2, '‰': 1e-3 },
  angle: { rad: 1, deg: Math.PI / 180, '°': Math.PI / 180 },
  rate: { '1/s': 1, Hz: 1 },
  force: { N: 1, kN: 1e3, mN: 1e-3 },
  frames: { f: 1 },
  count: {},
};

export type Dimension = keyof typeof units;
export type Quantity = { value: number } | { problem: string; at: number };

export class QuantityError extends Error {
  constructor(
    message: string,
    readonly at: number,
  ) {
    super(message);
  }
}

type Value = { number: number; measured: boolean }; // measured: has a unit, the number is in SI

/** The value in SI of what was typed into a field that shows `unit`, or what is wrong with it. */
export function parseQuantity(text: string, dimension: Dimension, unit = ''): Quantity {
  try {
    const reader = new Reader(text, units[dimension] ?? {}, unit);
    return { value: reader.whole() };
  } catch (error) {
    if (!(error instanceof QuantityError)) throw error;
    return { problem: error.message, at: error.at };
  }
}

/** What one of the unit is in SI; 1 for a unit that is only words ("of 400"). */
export function unitFactor(dimension: Dimension, unit: string): number {
  return units[dimension]?.[unit] ?? 1;
}

// Recursive descent: sum of products of powers of signed numbers with units.
class Reader {
  private place = 0;
  private readonly text: string;
  private readonly factor: number;

  constructor(
    text: string,
    private readonly known: Record<string, number>,
    unit: string,
  ) {
    this.text = text.replaceAll('−', '-').replaceAll('×', '*').replaceAll(',', '.');
    this.factor = known[unit] ?? 1;
  }

  whole(): number {
    const value = this.sum();
    if (this.rest() !== '') this.refuse(`Cannot read “${this.rest()}”`);
    const result = this.measure(value).number;
    if (!Number.isFinite(result)) this.refuse('This is no number');
    return result;
  }

  private sum(): Value {
    let left = this.product();
    for (let sign = this.take(/^[+-]/); sign; sign = this.take(/^[+-]/)) {
      left = this.added(left, this.product(), sign === '-' ? -1 : 1);
    }
    return left;
  }

  private product(): Value {
    let left = this.power();
    for (let sign = this.take(/^[*/]/); sign; sign = this.take(/^[*/]/)) {
      const right = this.power();
      left = sign === '*' ? this.multiplied(left, right) : this.divided(left, right);
    }
    return left;
  }

  private power(): Value {
    const base = this.signed();
    if (!this.take(/^\^/)) return base;
    const exponent = this.power();
    if (base.measured || exponent.measured) this.refuse('Powers have no units here');
    return { number: base.number ** exponent.number, measured: false };
  }

  private signed(): Value {
    if (this.take(/^-/)) {
      const value = this.signed();
      return { ...value, number: -value.number };
    }
    this.take(/^\+/);
    return this.withUnit(this.atom());
  }

  private atom(): Value {
    if (this.take(/^\(/)) {
      const value = this.sum();
      if (!this.take(/^\)/)) this.refuse('A bracket is not closed');
      return value;
    }
    if (this.take(/^pi\b|^π/)) return { number: Math.PI, measured: false };
    const digits = this.take(/^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?/i);
    if (!digits) this.refuse(this.rest() === '' ? 'A number is missing' : 'A number is expected');
    return { number: Number(digits), measured: false };
  }

  private withUnit(value: Value): Value {
    const word = this.take(/^(1\/s\b|[a-zµ]+|[%‰°])/i);
    if (!word) return value;
    const factor = this.known[word] ?? this.known[word.toLowerCase()];
    if (factor === undefined || value.measured) {
      const choices = Object.keys(this.known).join(', ');
      this.refuse(choices ? `No unit “${word}” here; known: ${choices}` : 'This has no unit');
    }
    return { number: value.number * factor, measured: true };
  }

  private measure(value: Value): Value {
    return value.measured ? value : { number: value.number * this.factor, measured: true };
  }

  private added(a: Value, b: Value, sign: number): Value {
    if (a.measured === b.measured) return { ...a, number: a.number + sign * b.number };
    return { number: this.measure(a).number + sign * this.measure(b).number, measured: true };
  }

  private multiplied(a: Value, b: Value): Value {
    if (a.measured && b.measured) this.refuse('Two units are multiplied');
    return { number: a.number * b.number, measured: a.measured || b.measured };
  }

  private divided(a: Value, b: Value): Value {
    if (b.measured && !a.measured) this.refuse('Dividing by a unit');
    return { number: a.number / b.number, measured: a.measured && !b.measured };
  }

  private rest(): string {
    return this.text.slice(this.place).trim();
  }

  private take(pattern: RegExp): string | undefined {
    const skipped = /^\s*/.exec(this.text.slice(this.place))?.[0].length ?? 0;
    const match = pattern.exec(this.text.slice(this.place + skipped))?.[0];
    if (match) this.place += skipped + match.length;
    return match;
  }

  private refuse(message: string): never {
    throw new QuantityError(message, this.place);
  }
}
