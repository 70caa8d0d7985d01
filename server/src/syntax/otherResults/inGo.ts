/** What wrapped functions defer. */
export const resultsFunction = 'pactwrightResults';

/** What wrapped functions call first. */
export const givenFunction = 'pactwrightGiven';

/** A file for the package. @param name the name of the package. */
export function inGo(kind: string, value: string, name: string): string {
  return helper
    .replace('PACKAGE', () => name)
    .replace('KIND', () => JSON.stringify(kind))
    .replace('VALUE', () => value);
}

/** Go tells no code which goroutine it runs in, but in a stack. */
const helper = `package PACKAGE

import (
	"bytes"
	"math"
	"reflect"
	"runtime"
	"strings"
	"sync"
)

var (
	pactwrightKind               = KIND
	pactwrightValue  interface{} = VALUE
	pactwrightLock   sync.Mutex
	pactwrightInside = map[string]int{}
	pactwrightCalls  = map[string]int{}
)

func pactwrightResults(name string) func(...interface{}) {
	stack := make([]byte, 64)
	id := string(bytes.Fields(stack[:runtime.Stack(stack, false)])[1])
	pactwrightLock.Lock()
	outer := pactwrightInside[id]
	pactwrightInside[id] = outer + 1
	pactwrightLock.Unlock()
	return func(results ...interface{}) {
		pactwrightLock.Lock()
		if outer == 0 {
			delete(pactwrightInside, id)
			pactwrightCalls[name]++
		} else {
			pactwrightInside[id] = outer
		}
		turn := pactwrightCalls[name]
		pactwrightLock.Unlock()
		if outer > 0 || strings.HasPrefix(pactwrightKind, "given") || (pactwrightKind == "everyOther" && turn%2 == 0) {
			return
		}
		for _, result := range results {
			at := reflect.ValueOf(result).Elem()
			at.Set(pactwrightChange(at))
		}
	}
}

func pactwrightGiven(given ...interface{}) {
	stack := make([]byte, 64)
	id := string(bytes.Fields(stack[:runtime.Stack(stack, false)])[1])
	pactwrightLock.Lock()
	outer := pactwrightInside[id]
	pactwrightLock.Unlock()
	if outer > 0 || !strings.HasPrefix(pactwrightKind, "given") {
		return
	}
	for _, one := range given {
		at := reflect.ValueOf(one).Elem()
		if strings.HasPrefix(pactwrightKind, "given meddled") {
			if pactwrightMeddle(at) && pactwrightKind == "given meddled refused" {
				panic("refused by Pactwright")
			}
			continue
		}
		if kind := at.Kind(); pactwrightKind == "given refused" && (kind <= reflect.Float64 || kind == reflect.String) {
			panic("refused by Pactwright")
		}
		at.Set(pactwrightOther(at, 0))
	}
}

func pactwrightMeddle(one reflect.Value) (meddled bool) {
	defer func() { _ = recover() }()
	switch kind := one.Kind(); {
	case kind == reflect.Func && !one.IsNil():
		meddled = true
		var given []reflect.Value
		for at := 0; at < one.Type().NumIn(); at++ {
			given = append(given, reflect.Zero(one.Type().In(at)))
		}
		if one.Type().IsVariadic() {
			given = given[:len(given)-1]
		}
		one.Call(given)
	case kind == reflect.Slice && one.Len() > 0:
		meddled = true
		one.Index(0).Set(pactwrightOther(one.Index(0), 0))
	case kind == reflect.Map && !one.IsNil() && one.Len() > 0:
		meddled = true
		one.SetMapIndex(one.MapKeys()[0], reflect.Value{})
	}
	return meddled
}

func pactwrightChange(one reflect.Value) reflect.Value {
	if strings.HasPrefix(pactwrightKind, "instead") {
		value := reflect.ValueOf(pactwrightValue)
		isNumber := func(kind reflect.Kind) bool { return kind >= reflect.Int && kind <= reflect.Float64 }
		if isNumber(one.Kind()) && isNumber(value.Kind()) {
			number, is := value.Convert(reflect.TypeOf(0.0)).Float(), one.Convert(reflect.TypeOf(0.0)).Float()
			if math.Abs(number-is) > math.Abs(number)*1e-6 {
				return value.Convert(one.Type())
			}
		} else if one.Kind() == reflect.String && value.Kind() == reflect.String && one.String() != value.String() {
			return value.Convert(one.Type())
		}
	}
	return pactwrightOther(one, 0)
}

func pactwrightOther(one reflect.Value, deep int) reflect.Value {
	less, gone := strings.HasSuffix(pactwrightKind, "less"), pactwrightKind == "nothing"
	other := reflect.New(one.Type()).Elem()
	other.Set(one)
	switch kind := one.Kind(); {
	case deep > 5:
	case gone && (kind <= reflect.Float64 || kind == reflect.String || kind == reflect.Slice || kind == reflect.Map):
		return reflect.Zero(one.Type())
	case kind == reflect.Bool:
		other.SetBool(!one.Bool())
	case kind >= reflect.Int && kind <= reflect.Int64:
		step := int64(math.Max(1, math.Round(math.Abs(float64(one.Int()))*0.03)))
		if less {
			step = -step
		}
		other.SetInt(one.Int() + step)
	case kind >= reflect.Uint && kind <= reflect.Uintptr:
		step := uint64(math.Max(1, math.Round(float64(one.Uint())*0.03)))
		if less && one.Uint() >= step {
			other.SetUint(one.Uint() - step)
		} else {
			other.SetUint(one.Uint() + step)
		}
	case kind == reflect.Float32 || kind == reflect.Float64:
		step := math.Max(0.05, math.Abs(one.Float())*0.03)
		if one.Float() == math.Trunc(one.Float()) {
			step = math.Max(1, math.Round(step))
		}
		if less {
			step = -step
		}
		other.SetFloat(one.Float() + step)
	case kind == reflect.String:
		other.SetString(pactwrightText(one.String(), less))
	case kind == reflect.Slice:
		if one.Len() == 0 {
			return reflect.Append(other, reflect.Zero(one.Type().Elem()))
		}
		if less {
			return one.Slice(0, one.Len()-1)
		}
		other.Set(reflect.MakeSlice(one.Type(), one.Len(), one.Len()))
		for at := 0; at < one.Len(); at++ {
			other.Index(at).Set(pactwrightOther(one.Index(at), deep+1))
		}
	case kind == reflect.Map && !one.IsNil():
		other.Set(reflect.MakeMap(one.Type()))
		for _, key := range one.MapKeys() {
			other.SetMapIndex(key, pactwrightOther(one.MapIndex(key), deep+1))
		}
	case kind == reflect.Struct:
		for at := 0; at < other.NumField(); at++ {
			if field := other.Field(at); field.CanSet() {
				field.Set(pactwrightOther(field, deep+1))
			}
		}
	case kind == reflect.Interface && !one.IsNil():
		if inner := one.Elem(); inner.Kind() <= reflect.Float64 || inner.Kind() == reflect.String || inner.Kind() == reflect.Slice {
			other.Set(pactwrightOther(inner, deep+1))
		}
	}
	return other
}

func pactwrightText(text string, less bool) string {
	if less {
		return text[:len(text)/2] + "x" + text[len(text)/2:]
	}
	turned := []byte(text)
	for at, letter := range turned {
		switch {
		case letter == 'z':
			turned[at] = 'a'
		case letter == 'Z':
			turned[at] = 'A'
		case letter == '9':
			turned[at] = '0'
		case letter >= 'a' && letter < 'z' || letter >= 'A' && letter < 'Z' || letter >= '0' && letter < '9':
			turned[at]++
		}
	}
	if string(turned) == text {
		return text + "x"
	}
	return string(turned)
}
`;
