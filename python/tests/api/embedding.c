/* Embeds Python and runs code in several interpreters, side by side or in sequence. Each argument
 * is a step: "main:CODE" runs in the main interpreter, "sub:CODE" in a new interpreter that ends
 * afterwards, "kept:CODE" in a new interpreter that lives until the runtime ends, and "restart"
 * finalizes and restarts the runtime. */
#include <Python.h>

#include <stdio.h>
#include <string.h>

#define KEPT 8

static PyThreadState *kept[KEPT];
static int kept_count = 0;

static int run(const char *code) {
    int failed = PyRun_SimpleString(code);
    fflush(stdout);
    return failed;
}

static void end(PyThreadState *other, PyThreadState *main_state) {
    PyThreadState_Swap(other);
    Py_EndInterpreter(other);
    PyThreadState_Swap(main_state);
}

static int in_another(const char *code, int keep) {
    PyThreadState *main_state = PyThreadState_Get();
    PyThreadState *other = Py_NewInterpreter();
    if (other == NULL || kept_count == KEPT) return 1;
    int failed = run(code);
    if (keep) {
        kept[kept_count++] = other;
        PyThreadState_Swap(main_state);
    } else {
        end(other, main_state);
    }
    return failed;
}

static int finish(void) {
    PyThreadState *main_state = PyThreadState_Get();
    while (kept_count > 0) end(kept[--kept_count], main_state);
    return Py_FinalizeEx();
}

static int step(const char *what) {
    if (strncmp(what, "main:", 5) == 0) return run(what + 5);
    if (strncmp(what, "sub:", 4) == 0) return in_another(what + 4, 0);
    if (strncmp(what, "kept:", 5) == 0) return in_another(what + 5, 1);
    if (strcmp(what, "restart") != 0 || finish() != 0) return 1;
    Py_InitializeEx(0);
    return 0;
}

int main(int count, char **steps) {
    int failed = 0;
    Py_InitializeEx(0);
    for (int i = 1; i < count && !failed; i++) failed = step(steps[i]);
    return finish() != 0 || failed;
}
