/* A CPython module; its load(n) rebuilds its list for every name. */
#define Py_LIMITED_API 0x030b0000
#include <Python.h>

#define NOINLINE __attribute__((noinline))

static volatile unsigned long sink;

NOINLINE static void rebuild_names(unsigned long count)
{
    for (unsigned long i = 0; i < count; i++)
        sink += i;
}

NOINLINE static PyObject *load(PyObject *module, PyObject *argument)
{
    (void)module;
    unsigned long n = PyLong_AsUnsignedLong(argument);
    if (PyErr_Occurred())
        return NULL;
    for (unsigned long i = 0; i < n; i++)
        rebuild_names(i);
    return PyLong_FromUnsignedLong(sink);
}

static PyMethodDef methods[] = {{"load", load, METH_O, NULL}, {NULL, NULL, 0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "slow_names", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_slow_names(void)
{
    return PyModule_Create(&definition);
}
