import * as vscode from 'vscode';

/** How the rows of a tree are come by. */
interface RowSource<Row extends object> {
  /** No other row of the tree has it; the same for as long as a person takes the row for the same one. As `TreeItem.id`. */
  readonly id: (row: Row) => string;
  /** The rows below one, and those at the top without one; a promise where they have to be asked for. */
  readonly below: (row: Row | undefined) => readonly Row[] | Promise<readonly Row[]>;
  readonly item: (row: Row) => vscode.TreeItem;
  /** Needed where rows are revealed. */
  readonly parent?: (row: Row) => Row | undefined;
  /** What is shown of a row besides its item, once somebody points at it. */
  readonly card?: (row: Row) => unknown;
}

/** The rows of a tree as the editor knows them. */
export interface TreeRows<Row extends object> {
  readonly onDidChangeTreeData: vscode.Event<Row[] | undefined>;
  readonly getChildren: (row?: Row) => Promise<Row[]>;
  readonly getTreeItem: (row: Row) => vscode.TreeItem;
  readonly getParent: (row: Row) => Row | undefined;
  /** Has the editor draw what is not what it shows, and nothing else. */
  readonly update: () => void;
  /** Has it redraw a row whose look the editor has changed itself, as after a click on a check box. */
  readonly redraw: (row: Row) => void;
  /** The row as the editor knows it, to be revealed. */
  readonly known: (row: Row) => Row;
  readonly dispose: () => void;
}

/** A row as the editor knows it. */
interface Told<Row> {
  /** What it knows the row by. Kept up to date, as commands get it. */
  readonly row: Row;
  /** The id of the row above; undefined at the top. */
  readonly above: string | undefined;
  /** Undefined before it has asked. */
  look?: string;
}

/** The rows that the editor knows below one. */
interface Level {
  readonly ids: readonly string[];
  /** How often they were compared. */
  turn: number;
}

/** Where more rows below one differ, drawing all below it is less work for the editor. */
const mostApart = 100;

/**
 * Compares the rows that the editor knows with the current ones, and has it draw those that differ: one whose look changed, or
 * the one above where rows came, went or moved; the whole tree only where that happened at the top. While a row is drawn the
 * editor knows none of those below it, and a check or a drag of them goes nowhere.
 *
 * The editor knows rows by the object it got, so there is one for each id, a copy of the first that is updated in place.
 */
export function createTreeRows<Row extends object>(source: RowSource<Row>): TreeRows<Row> {
  const shown = new ShownRows(source);
  return {
    onDidChangeTreeData: shown.onChange,
    getChildren: (above) => shown.tellBelow(above),
    getTreeItem: (row) => shown.tellItem(row),
    getParent: (row) => {
      const above = source.parent?.(row);
      return above && shown.known(above);
    },
    update: () => {
      shown.update();
    },
    redraw: (row) => {
      shown.redraw(row);
    },
    known: (row) => shown.known(row),
    dispose: () => {
      shown.dispose();
    },
  };
}

/** The rows that the editor knows, compared with the current ones. Among those to draw, `undefined` means the whole tree. */
class ShownRows<Row extends object> {
  readonly #changed = new vscode.EventEmitter<Row[] | undefined>();
  readonly onChange = this.#changed.event;
  readonly #source: RowSource<Row>;
  readonly #told = new Map<string, Told<Row>>();
  /** Removed rows included: the editor drops late answers, and then continues with the objects it got before. */
  readonly #objects = new Map<string, Row>();
  /** By the id of the row above; undefined at the top. */
  readonly #levels = new Map<string | undefined, Level>();
  #updates = 0;

  constructor(source: RowSource<Row>) {
    this.#source = source;
  }

  async tellBelow(above: Row | undefined): Promise<Row[]> {
    let rows: readonly Row[];
    let asked: number;
    do {
      asked = this.#updates;
      rows = await this.#source.below(above);
      // What the editor does not know yet was not compared.
    } while (asked !== this.#updates);
    const id = above && this.#source.id(above);
    this.#forgetBelow(id);
    this.#levels.set(id, { ids: rows.map(this.#source.id), turn: 0 });
    return rows.map((now) => {
      const rowId = this.#source.id(now);
      const row = this.#objects.get(rowId) ?? { ...now };
      become(row, now);
      this.#objects.set(rowId, row);
      this.#told.set(rowId, { row, above: id });
      return row;
    });
  }

  tellItem(row: Row): vscode.TreeItem {
    const item = this.#source.item(row);
    const one = this.#told.get(this.#source.id(row));
    if (one?.row === row) one.look = this.#lookOf(row, item);
    return item;
  }

  known(row: Row): Row {
    return this.#told.get(this.#source.id(row))?.row ?? row;
  }

  update(): void {
    this.#updates++;
    this.#draw(this.#differencesBelow(undefined));
  }

  redraw(row: Row): void {
    this.#forgetBelow(this.#source.id(row));
    this.#draw([this.known(row)]);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #lookOf(row: Row, item: vscode.TreeItem): string {
    return JSON.stringify([lookOfItem(item), this.#source.card?.(row)]);
  }

  /** The editor asks again for what is below a row that it draws, if that is open. */
  #forgetBelow(id: string | undefined): void {
    const level = this.#levels.get(id);
    this.#levels.delete(id);
    for (const below of level?.ids ?? []) {
      // It may be below another one by now.
      if (this.#told.get(below)?.above !== id) continue;
      this.#forgetBelow(below);
      this.#told.delete(below);
    }
  }

  #differencesIn(above: Row | undefined, rows: readonly Row[]): (Row | undefined)[] {
    const id = above && this.#source.id(above);
    const ids = this.#levels.get(id)?.ids ?? [];
    const isSame = ids.length === rows.length && rows.every((row, at) => this.#source.id(row) === ids[at]);
    const differences = isSame ? rows.flatMap((row) => this.#differencesOf(row)) : [above];
    if (isSame && (!above || differences.length <= mostApart)) return differences;
    this.#forgetBelow(id);
    return [above];
  }

  #differencesOf(now: Row): (Row | undefined)[] {
    const id = this.#source.id(now);
    const before = this.#told.get(id);
    if (!before) return [];
    become(before.row, now);
    const look = this.#lookOf(before.row, this.#source.item(before.row));
    if (before.look === undefined || before.look === look) return this.#differencesBelow(before.row);
    before.look = look;
    this.#forgetBelow(id);
    return [before.row];
  }

  #differencesBelow(above: Row | undefined): (Row | undefined)[] {
    const id = above && this.#source.id(above);
    const level = this.#levels.get(id);
    if (!level) return [];
    const rows = this.#source.below(above);
    if (!(rows instanceof Promise)) return this.#differencesIn(above, rows);
    const turn = ++level.turn;
    void rows.then((answer) => {
      // A later request or notification is newer.
      if (this.#levels.get(id) === level && level.turn === turn) this.#draw(this.#differencesIn(above, answer));
    });
    return [];
  }

  #draw(differences: readonly (Row | undefined)[]): void {
    const rows = differences.filter((row) => row !== undefined);
    if (rows.length < differences.length) this.#changed.fire(undefined);
    else if (rows.length > 0) this.#changed.fire(rows);
  }
}

/** All that is seen and heard of a row, what the menus go by, and where a click leads. */
function lookOfItem(item: vscode.TreeItem): unknown {
  const { label, description, iconPath, resourceUri, contextValue, checkboxState, accessibilityInformation, command } =
    item;
  const tooltip = item.tooltip instanceof Object ? item.tooltip.value : item.tooltip;
  // Whether a row that is already there is open is the person's business.
  const canOpen = item.collapsibleState !== vscode.TreeItemCollapsibleState.None;
  return [
    [label, description, tooltip, canOpen, contextValue],
    [plain(iconPath), plain(resourceUri), checkboxState, accessibilityInformation],
    [command?.command, command?.arguments?.map(plain)],
  ];
}

/** A URI as JSON has more in it once somebody has asked it for its path or its text. */
function plain(value: unknown): unknown {
  return isUri(value) ? value.toString() : value;
}

function isUri(value: unknown): value is vscode.Uri {
  return value instanceof Object && 'fsPath' in value;
}

function become<Row extends object>(row: Row, now: Row): void {
  for (const key of Object.keys(row)) if (!(key in now)) Reflect.deleteProperty(row, key);
  Object.assign(row, now);
}
